/** Answers each line of JSON, a text, with its characters by the Unicode data of the browser. */

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream());
let rest = "";
for await (const part of lines) {
  const texts = (rest + part).split("\n");
  rest = texts.pop() ?? "";
  for (const text of texts) {
    const answer = [...segmenter.segment(JSON.parse(text))].map(({ segment }) => segment);
    console.log(JSON.stringify({ answer }));
  }
}
