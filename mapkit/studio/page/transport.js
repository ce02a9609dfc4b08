// All that leaves the page and comes to it. A page without a server would have another module in its place.

export async function look(seen) {
  return (await fetch(`/scene?seen=${seen}`)).json();
}

export async function post(message) {
  const answer = await fetch("/act", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

// One stream a tab, closed while the tab is hidden: browsers open six connections to a host.
export function news(heard, gone) {
  let stream = null;
  function listen() {
    if (document.hidden) {
      stream?.close();
      stream = null;
    } else if (!stream) {
      stream = new EventSource("/news");
      stream.onopen = () => heard(0);
      stream.onmessage = (event) => heard(Number(event.data));
      stream.onerror = () => gone();
    }
  }
  document.addEventListener("visibilitychange", listen);
  listen();
}
