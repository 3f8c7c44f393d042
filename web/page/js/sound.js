// Short sounds made on the spot; off unless the user wants them.

import { settings } from "./settings.js";

let context = null;

function tone(frequency, start, length, type) {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = type;
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0.12, context.currentTime + start);
  gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(context.currentTime + start);
  oscillator.stop(context.currentTime + start + length);
}

const SOUNDS = {
  move: () => tone(320, 0, 0.09, "triangle"),
  battle: () => [180, 140, 220].forEach((frequency, i) => tone(frequency, i * 0.07, 0.12, "square")),
  end: () => [392, 523, 659].forEach((frequency, i) => tone(frequency, i * 0.12, 0.25, "sine")),
};

export function play(name) {
  if (!settings.sounds) return;
  context ??= new AudioContext();
  SOUNDS[name]();
}
