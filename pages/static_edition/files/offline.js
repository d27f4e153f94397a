// After the first visit, the pages and short walks open without a network, and so does each longer
// walk once opened.
if (location.protocol.startsWith("http") && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("service_worker.js"));
  // It did not see what this page had fetched before: asked again, a browser has it at hand.
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    for (const { name } of performance.getEntriesByType("resource")) {
      if (name.includes("/walks/")) void fetch(name);
    }
  });
}
