// Loads the page again when the book says that it has changed; a hidden page waits.
(() => {
  const { page, version } = document.currentScript.dataset;
  const address = `/live/changes?${new URLSearchParams({ page, version })}`;
  let source = null;

  function listen() {
    source?.close();
    source = null;
    if (document.visibilityState !== "visible") return;
    source = new EventSource(address);
    source.addEventListener("message", () => {
      source.close();
      location.reload();
    });
  }

  document.addEventListener("visibilitychange", listen);
  window.addEventListener("pagehide", () => source?.close());
  listen();
})();
