import { fairQueue, openThread, ThreadTimeout, threadOf } from '@posthorn/server'
import { type Refused, refused } from '../refusals/refused.js'
import { type TextWorks, textWorks } from './work.js'

/** Shorter texts take less than two milliseconds, whatever they contain. */
const smallCharacters = 500

/** 64 KiB of the worst text found take 250 ms, and a few times that on a busy machine. */
const deadlineMs = 5000

/** The thread handles one text at a time. */
const room = { running: 1, waiting: 64, waitingPerCaller: 8, maxWaitMs: 6000 }

export type TextRefused = Refused<'text_busy' | 'text_too_slow'>

/**
 * Parses and renders callers' texts, each user's in turn, and all but small ones in a thread next to the event loop.
 */
export type Texts = {
  run: <Name extends keyof TextWorks>(
    userId: string,
    name: Name,
    given: Parameters<TextWorks[Name]>[0],
    characters: number,
  ) => Promise<ReturnType<TextWorks[Name]> | TextRefused>
  close: () => Promise<unknown>
}

export function openTexts(
  startThread = threadOf(new URL('thread.js', import.meta.url)),
  withinMs = deadlineMs,
): Texts {
  const inTurn = fairQueue(room)
  const thread = openThread<unknown, never>(startThread, withinMs)
  return {
    run: async (userId, name, given, characters) => {
      if (characters <= smallCharacters) return textWorks[name](given as never) as never
      try {
        const worked = await inTurn(userId, () => thread.run({ name, given }))
        return worked.outcome === 'busy' ? refused('text_busy') : worked.result
      } catch (error) {
        if (error instanceof ThreadTimeout) return refused('text_too_slow')
        throw error
      }
    },
    close: thread.close,
  }
}
