const everyMs = 20

/** Asks again and again until the expectation holds; its own failure is the test's after `withinMs`, which only what hangs reaches. */
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
