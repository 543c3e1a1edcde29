import type { ReactNode } from 'react'

/** From here on the room is worth an announcement. */
const fewBytes = 10

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Returns whether a text has more bytes in UTF-8 than the server accepts. */
export const isTooLong = (text: string, maxBytes: number): boolean => bytesOf(text) > maxBytes

type Room = { hint: ReactNode; error: string | undefined }

/** Adds to a field's hint how much room is left, or returns an error if the text is too long. Letters like ä take 2 bytes. */
export function roomLeft(text: string, maxBytes: number, hint: ReactNode): Room {
  const left = maxBytes - bytesOf(text)
  const error =
    left < 0
      ? `${-left} ${left === -1 ? 'byte' : 'bytes'} too long. At most ${maxBytes} bytes fit.`
      : undefined
  const room = (
    <span className="flex justify-between gap-3">
      <span>{hint}</span>
      <span aria-live={left <= fewBytes ? 'polite' : 'off'} className="shrink-0 tabular-nums">
        {error ? '' : `${left} of ${maxBytes} bytes left`}
      </span>
    </span>
  )
  return { hint: room, error }
}
