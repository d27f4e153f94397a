// How a script answers the tests in Python: see browser_code.py.

/** Answers each line of JSON with another. @param {(question: any) => unknown} answer */
export async function answerLines(answer) {
  let rest = "";
  for await (const part of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      await write(new TextEncoder().encode(JSON.stringify(await attempt(answer, line)) + "\n"));
    }
  }
  Deno.exit(); // though a room still waits for its connection, or a clock runs
}

/** @param {(question: any) => unknown} answer @param {string} line */
async function attempt(answer, line) {
  try {
    return { answer: await answer(JSON.parse(line)) };
  } catch (error) {
    return { thrown: error instanceof Error ? error.stack : String(error) };
  }
}

/** All of it: a pipe takes as much at once as it has room for. @param {Uint8Array} bytes */
async function write(bytes) {
  for (let done = 0; done < bytes.length;) done += await Deno.stdout.write(bytes.subarray(done));
}
