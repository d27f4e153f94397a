// @ts-check
/** A button for a file, which is handed over once, as its bytes. */

/** @param {ArrayBuffer} buffer */
function base64(buffer) {
  const bytes = new Uint8Array(buffer);
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary);
}

/** @param {any} component */
export default function mount({ data, parentElement, setTriggerValue }) {
  const number = new Intl.NumberFormat(data.lang === "zh" ? "zh-Hans" : "en");
  const input = Object.assign(document.createElement("input"), { type: "file", accept: data.accept, className: "file" });
  const label = Object.assign(document.createElement("label"), { className: "choose" });
  const message = Object.assign(document.createElement("p"), { className: "message" });
  message.setAttribute("role", "alert");
  label.append(data.label, input);
  input.onchange = async () => {
    const file = input.files?.[0];
    if (!file) return;
    const fits = file.size <= data.limit;
    message.textContent = fits ? "" : data.too_long.replace("{size}", number.format(file.size)).replace("{limit}", number.format(data.limit));
    if (fits) setTriggerValue("sent", { name: file.name, file: base64(await file.arrayBuffer()) });
    input.value = "";
  };
  parentElement.querySelector(".mount").replaceChildren(label, message);
}
