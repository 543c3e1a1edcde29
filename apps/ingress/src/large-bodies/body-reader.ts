import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { JudgedCall, UnreadCall } from '../judge.js'

export type BodyReader = {
  /**
   * What one body says; the next is given when this is told. Its bytes are gone afterwards.
   * @throws when the thread ended over it; the next body begins another
   */
  read: (call: UnreadCall) => Promise<JudgedCall>
  /** Nothing is being read any more. */
  close: () => Promise<unknown>
}

/** A body of some megabytes becomes no more than this, whatever is in it. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }
const script = new URL('thread.js', import.meta.url)

/** Reads bodies in a thread of its own, which begins with the first: the event loop goes on meanwhile. */
export function openBodyReader(begin = () => new Worker(script, { resourceLimits })): BodyReader {
  let thread: Worker | undefined
  const beginAnother = () => {
    const another = begin().on('error', () => {
      thread = undefined
    })
    another.unref() // it keeps no process alive
    return another
  }
  return {
    read: async call => {
      thread ??= beginAnother()
      thread.postMessage(call, [call.body.buffer as ArrayBuffer]) // given away, not copied
      const [judged] = await once(thread, 'message')
      return judged
    },
    close: async () => thread?.terminate(),
  }
}
