/** What a call that took longer than its deadline throws; whether it took effect is unknown. */
class DeadlineExceeded extends Error {
  override name = "DeadlineExceeded";
}

/** The answer of a call, or `DeadlineExceeded` after `seconds`. */
export async function within<T>(seconds: number, call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineExceeded(`no answer within ${seconds} s`)), seconds * 1000);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
