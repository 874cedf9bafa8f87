/** Answers in the order of the questions, at most `atOnce` of them under way. */
export async function inOrder<T, R>(
  input: readonly T[],
  atOnce: number,
  answer: (each: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = new Array(input.length);
  const left = input.entries();
  const lane = async () => {
    for (const [at, each] of left) answers[at] = await answer(each);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, input.length) }, lane));
  return answers;
}
