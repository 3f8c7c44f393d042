// Requests to the server. Errors carry the server's own words.

async function request(method, path, body, signal) {
  const init = { method, headers: {}, signal };
  if (body instanceof Blob) init.body = body;
  else if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers["Content-Type"] = "application/json";
  }
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Error("The server cannot be reached. Is it still running?");
  }
  const text = await response.text();
  let value = null;
  try {
    value = JSON.parse(text);
  } catch {
    // An answer that is not JSON is the text of an error.
  }
  if (!response.ok) throw new Error(value?.error ?? (text || response.statusText));
  return value;
}

/** @param {AbortSignal} [signal] ends the request when its answer is not wanted any more */
export const get = (path, signal) => request("GET", path, undefined, signal);
export const post = (path, body) => request("POST", path, body);
export const remove = (path) => request("DELETE", path);

/** A bot's mind in a game that is open to the holder of the token. */
export async function liveMind(id, side, token) {
  const response = await fetch(`api/games/${id}/mind/${side}`, { headers: { Authorization: `Bearer ${token}` } });
  const value = await response.json();
  if (!response.ok) throw new Error(value.error);
  return value;
}

let metaPromise = null;

/** Bots, rules and armies; asked for once. */
export function meta() {
  metaPromise ??= get("api/meta").catch((error) => {
    metaPromise = null;
    throw error;
  });
  return metaPromise;
}
