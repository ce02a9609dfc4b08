// All that leaves the page and comes to it. A page without a server would have another module in its place.

export async function look(seen) {
  const answer = await fetch(`/scene?seen=${seen}`);
  if (!answer.ok) throw Object.assign(new Error("refused"), { status: answer.status });
  return answer.json();
}

export async function post(message) {
  const answer = await fetch("/act", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

export async function sheets(wish) {
  const answer = await fetch(`/sheets?${wish}`);
  return answer.ok ? answer.json() : { refused: await answer.text() };
}

// Send a photo; the first one takes the place of those before. Returns why it is not taken, or nothing.
export async function photo(file, first, signal) {
  const wish = new URLSearchParams({ name: file.name, first: first ? "yes" : "" });
  const answer = await fetch(`/photos?${wish}`, { method: "POST", body: file, signal });
  return answer.ok ? "" : answer.text();
}

const AGAIN = 1500; // milliseconds until a refused stream is asked for again

// One stream a tab, closed while the tab is hidden: browsers open six connections to a host.
export function news(heard, gone) {
  let stream = null, again = 0;
  function listen() {
    if (document.hidden) {
      stream?.close();
      stream = null;
    } else if (!stream) {
      stream = new EventSource("/news");
      stream.onmessage = (event) => heard(Number(event.data));
      stream.onerror = () => {
        gone();
        if (stream?.readyState !== EventSource.CLOSED) return; // it tries again by itself
        stream = null;
        clearTimeout(again);
        again = setTimeout(listen, AGAIN);
      };
    }
  }
  document.addEventListener("visibilitychange", listen);
  listen();
}
