import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'

/** Thrown when work exceeded its deadline and its thread was terminated. */
export class ThreadTimeout extends Error {}

/** A thread that does one piece of work after another, off the event loop. */
export type Thread<Work, Result> = {
  /**
   * Does one piece of work. Call it again only when it is done. Buffers in `giveAway` are transferred and unusable afterwards.
   * @throws ThreadTimeout, or the error that ended the thread. The next piece gets a new thread.
   */
  run: (work: Work, giveAway?: ArrayBuffer[]) => Promise<Result>
  close: () => Promise<unknown>
}

/** A payload of a few mebibytes needs less than this, whatever it contains. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

/** Returns a function that starts a thread from its script, which calls `serveThread`. */
export function threadOf(script: URL): () => Worker {
  return () => new Worker(script, { resourceLimits })
}

/** Opens a thread that starts with the first piece of work. The deadline of each piece counts from when it is ready. */
export function openThread<Work, Result>(start: () => Worker, deadlineMs: number): Thread<Work, Result> {
  let thread: { worker: Worker; ready: Promise<unknown> } | undefined
  const startAnother = () => {
    const worker = start()
    const another = { worker, ready: once(worker, 'message') }
    worker.on('error', () => {
      if (thread === another) thread = undefined
    })
    worker.unref() // it does not keep the process alive
    return another
  }
  const replace = async (slow: Worker) => {
    if (thread?.worker === slow) thread = undefined
    await slow.terminate()
    throw new ThreadTimeout(`A thread was terminated after ${deadlineMs} ms.`)
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

/** Makes this thread return the result of `work` for each piece of work. */
export function serveThread<Work, Result>(work: (given: Work) => Result): void {
  parentPort?.on('message', (given: Work) => parentPort?.postMessage(work(given)))
  parentPort?.postMessage('ready')
}
