import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'

/** Work that took longer than its deadline; its thread was ended. */
export class ThreadTimeout extends Error {}

/** A thread that does one piece of work after another, beside the event loop. */
export type Thread<Work, Result> = {
  /**
   * Does one piece; hand in the next when this one is done. What is given away is gone afterwards.
   * @throws ThreadTimeout, or what ended the thread. The next piece has another thread.
   */
  run: (work: Work, giveAway?: ArrayBuffer[]) => Promise<Result>
  close: () => Promise<unknown>
}

/** A payload of some mebibytes becomes no more than this, whatever is in it. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

/** Starts a thread of ours by the file of its script, which calls `serveThread`. */
export function threadOf(script: URL): () => Worker {
  return () => new Worker(script, { resourceLimits })
}

/** Opens a thread that starts with the first piece of work; the deadline counts from when it is ready. */
export function openThread<Work, Result>(start: () => Worker, deadlineMs: number): Thread<Work, Result> {
  let thread: { worker: Worker; ready: Promise<unknown> } | undefined
  const startAnother = () => {
    const worker = start()
    const another = { worker, ready: once(worker, 'message') }
    worker.on('error', () => {
      if (thread === another) thread = undefined
    })
    worker.unref() // it keeps no process alive
    return another
  }
  const replace = async (slow: Worker) => {
    if (thread?.worker === slow) thread = undefined
    await slow.terminate()
    throw new ThreadTimeout(`A thread was ended after ${deadlineMs} ms.`)
  }
  return {
    run: async (work, giveAway = []) => {
      thread ??= startAnother()
      const { worker, ready } = thread
      await ready
      const signal = AbortSignal.timeout(deadlineMs)
      worker.postMessage(work, giveAway)
      const done = once(worker, 'message', { signal }) as Promise<[Result]>
      const [result] = await done.catch(error => (signal.aborted ? replace(worker) : Promise.reject(error)))
      return result
    },
    close: async () => thread?.worker.terminate(),
  }
}

/** Makes this thread answer each piece of work with what `work` makes of it. */
export function serveThread<Work, Result>(work: (given: Work) => Result): void {
  parentPort?.on('message', (given: Work) => parentPort?.postMessage(work(given)))
  parentPort?.postMessage('ready')
}
