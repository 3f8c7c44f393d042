// The connection to a live game. It comes back by itself and catches up.

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 4000;

export class Live {
  /**
   * @param {string} id
   * @param {string | null} token
   * @param {{onState: Function, onRefused: Function, onStatus: (connected: boolean) => void}} handlers
   */
  constructor(id, token, handlers) {
    Object.assign(this, { id, token, handlers });
    this.events = [];
    this.retry = FIRST_RETRY_MS;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws/${this.id}`);
    this.socket.onopen = () => {
      this.send({ type: "join", token: this.token, have: this.events.length });
    };
    this.socket.onmessage = (message) => this.receive(JSON.parse(message.data));
    this.socket.onclose = () => {
      if (this.closed) return;
      this.handlers.onStatus(false);
      this.timer = setTimeout(() => this.open(), this.retry);
      this.retry = Math.min(this.retry * 2, LONGEST_RETRY_MS);
    };
  }

  receive(message) {
    if (message.type === "refused") {
      // There is nothing to come back to.
      if (message.code === "wrong-token" || message.code === "no-game") this.close();
      this.handlers.onRefused(message);
      return;
    }
    this.retry = FIRST_RETRY_MS;
    const isCatchUp = !this.known || message.events.length > 2;
    this.known = true;
    this.events.length = message.events_from;
    this.events.push(...message.events);
    this.handlers.onStatus(true);
    this.handlers.onState(message, isCatchUp ? [] : message.events);
  }

  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
