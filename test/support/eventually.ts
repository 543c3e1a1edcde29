const everyMs = 20

/** Retries until the expectation holds. After `withinMs`, which only a hanging test reaches, throws the last failure. */
export async function eventually(expectation: () => unknown, withinMs = 60_000): Promise<void> {
  for (const deadline = performance.now() + withinMs; ; ) {
    try {
      return void (await expectation())
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    await new Promise(resolve => setTimeout(resolve, everyMs))
  }
}
