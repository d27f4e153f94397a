/** Prints the page: what is left of it on paper is up to the page's stylesheet. */

/** @param {any} component */
export default function mount({ data, parentElement }) {
  const button = parentElement.querySelector("button");
  button.textContent = data.label;
  button.onclick = () => window.print();
}
