// What the pages send, and the stream by which they hear. A page without a server would have another module in its place.

/** @param {string} address @param {object} sent */
export const postJson = (address, sent) => fetch(address, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(sent),
});

/**
 * The server's answer: its words as `wrong` where it refuses, null where none comes whole.
 * @template T @param {string} address @param {RequestInit} [about] @returns {Promise<(T & { wrong?: undefined }) | { wrong: string } | null>}
 */
export const answerOf = (address, about) => fetch(address, about)
  .then(async (reply) => reply.ok ? reply.json() : { wrong: await reply.text() }).catch(() => null);

const AGAIN = 1500; // milliseconds until a stream that ended is asked for again

/**
 * One stream a page, closed while nobody looks at it: browsers open six connections to a host. Returns what begins it anew.
 * @template T @param {() => string} address @param {(message: T) => void} heard
 * @param {() => void} lost @param {() => void} [opened]
 */
export function stream(address, heard, lost, opened) {
  /** @type {EventSource | null} */
  let source = null;
  let again = 0;
  function close() {
    source?.close();
    source = null;
  }
  function listen() {
    clearTimeout(again);
    if (source || document.hidden) return;
    source = new EventSource(address());
    source.onopen = () => opened?.();
    source.onmessage = (event) => heard(JSON.parse(event.data));
    source.onerror = () => {
      close();
      again = setTimeout(listen, AGAIN);
      lost();
    };
  }
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : listen()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", listen);
  listen();
  return () => { close(); listen(); };
}
