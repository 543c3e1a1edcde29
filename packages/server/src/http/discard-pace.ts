import type { Socket } from 'node:net'

/** Of what nobody wants, how much is taken in from one turn to the next, and how far these are apart: 25 MiB a second. */
export const discardedPerTurnBytes = 256 * 1024
const turnMs = 10
/** What Node reads of a socket at once. */
const pieceBytes = 64 * 1024
/** A socket waits with one such piece, which was read before it stopped: 32 MiB in all. More do not wait. */
export const mostWaiting = 512

/**
 * Reads what is thrown away, of all sockets together, so slowly that nobody waits for it, neither for this process nor
 * for the machine: TCP keeps the senders back. Sockets have their turns one after another.
 */
export function openDiscardPace(nextTurn: (turn: () => void) => unknown = turn => setTimeout(turn, turnMs)) {
  const waiting = new Set<Socket>()
  let leftBytes = discardedPerTurnBytes
  let isTurning = false

  const turn = () => {
    leftBytes = Math.min(leftBytes + discardedPerTurnBytes, discardedPerTurnBytes)
    let reads = Math.ceil(leftBytes / pieceBytes)
    for (const socket of waiting) {
      if (reads <= 0) break
      waiting.delete(socket)
      if (socket.destroyed) continue
      socket.resume()
      reads--
    }
    isTurning = false
    if (waiting.size > 0 || leftBytes < discardedPerTurnBytes) goOn()
  }

  const goOn = () => {
    if (isTurning) return
    isTurning = true
    nextTurn(turn)
  }

  /** So many bytes of this socket were thrown away: it is paused until its next turn when there is no more room in this one. */
  return (socket: Socket, bytes: number): void => {
    if (waiting.size >= mostWaiting) return
    leftBytes -= bytes
    goOn()
    if (leftBytes > 0) return
    socket.pause()
    waiting.add(socket)
  }
}
