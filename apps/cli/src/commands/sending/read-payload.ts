import { usageFailure } from '../../failure.js'
import { readGiven, readStdin } from '../../session/prompt.js'

/** What to send, for `send` and `preview`. */
export type PayloadOptions = {
  file?: string
  payload?: true
  channel?: string
  threadKey?: string
  updateKey?: string
  close?: true
  format?: string
}

export type SendOptions = PayloadOptions & {
  hook?: string
  hookUrl?: string
  wait?: true
  idempotencyKey?: string
  retries: boolean
}

/**
 * Returns the payload’s JSON: of a text, of a payload to which the options are added, or another program’s as it is.
 *
 * @throws Failure if there is none, or if it is no JSON
 */
export async function payloadFrom(text: string | undefined, options: PayloadOptions): Promise<string> {
  const given = await inputOf(text, options.file)
  const { channel, threadKey, updateKey, close } = options
  const fields = {
    ...(channel !== undefined && { channel }),
    ...(threadKey !== undefined && { thread_key: threadKey }),
    ...(updateKey !== undefined && { update_key: updateKey }),
    ...(close && { close }),
  }
  if (options.format !== undefined) return given
  if (options.payload) return JSON.stringify({ ...parsed(given), ...fields })
  if (given.trim() === '') throw usageFailure('The message is empty.', 'Write a text, or use --file.')
  return JSON.stringify({ text: given, ...fields })
}

async function inputOf(text: string | undefined, file: string | undefined): Promise<string> {
  if (text !== undefined && file !== undefined) throw usageFailure('Write either a text or --file, not both.')
  if (text !== undefined && text !== '-') return text
  if (file === undefined || file === '-') return (await readStdin('The message')).replace(/\n$/, '')
  return readGiven(file)
}

function parsed(text: string): object {
  try {
    const payload: unknown = JSON.parse(text)
    if (typeof payload === 'object' && payload !== null && !Array.isArray(payload)) return payload
  } catch (error) {
    throw usageFailure(`The payload is no JSON: ${(error as Error).message}`)
  }
  throw usageFailure('The payload is no JSON object.', 'Write {"text": "…"}, or leave out --payload.')
}
