// After the first visit, the pages open without a network.
if (location.protocol.startsWith("http") && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("service_worker.js"));
}
