// A file may be dropped at any time, and a link with a code may come while the page is open, too.

/** @typedef {{ show: (part: string) => void, bring: (files: File[]) => void, paste: (text: string) => void }} Gallery */

/** Returns whether the page itself was opened by a link. @param {() => Promise<Gallery>} toOpen */
export function drops(toOpen) {
  const typesIn = (/** @type {Event} */ event) => event.target instanceof Element && event.target.closest("input, textarea") !== null;
  addEventListener("dragover", (event) => { if (event.dataTransfer?.types.includes("Files") || !typesIn(event)) event.preventDefault(); });
  addEventListener("drop", async (event) => {
    const files = [...event.dataTransfer?.files ?? []], text = event.dataTransfer?.getData("text/plain");
    if (!files.length && (!text || typesIn(event))) return;
    event.preventDefault(); // else a link that is dropped would take the place of the page
    const { bring, paste } = await toOpen();
    if (files.length) bring(files);
    else paste(text ?? "");
  });
  async function linked() {
    const pasted = location.hash.slice(1);
    history.replaceState(null, "", location.pathname); // the secret does not stay in the address
    if (pasted) (await toOpen()).paste(pasted);
  }
  addEventListener("hashchange", linked);
  const byLink = location.hash.length > 1;
  if (byLink) linked();
  return byLink;
}
