/** Settles as `work` does, or after `milliseconds` as `onTimeout` does. The work is not cancelled. */
export async function withTimeout<T, Late>(
  work: Promise<T>,
  milliseconds: number,
  onTimeout: () => Late,
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  try {
    return await Promise.race([work, late.then(onTimeout)])
  } finally {
    clearTimeout(timer)
  }
}
