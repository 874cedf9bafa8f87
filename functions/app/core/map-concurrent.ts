/** Answers in the order of the questions, at most `atOnce` of them under way. */
export async function inOrder<T, R>(
  asked: readonly T[],
  atOnce: number,
  answer: (each: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = new Array(asked.length);
  const left = asked.entries();
  const lane = async () => {
    for (const [at, each] of left) answers[at] = await answer(each);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, asked.length) }, lane));
  return answers;
}
