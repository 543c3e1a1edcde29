import { connect } from 'node:net'
import { failedProbe, type ProbeResult } from '../process/probe.js'

const answerWithinMs = 2_000
const protocolVersion = 3 << 16

/**
 * Whether a Postgres on this port of 127.0.0.1 asks for a password: the first byte of its response to a startup message is `R`.
 * While it starts or recovers, it refuses the connection or responds `E` (57P03).
 */
export function acceptsLogins(port: number, user: string): Promise<ProbeResult> {
  return probe(port, user, first => first === 'R')
}

/** Whether it responds at all. Every probe is a new connection, because one without a login cannot stay open. */
export function responds(port: number, user: string): Promise<ProbeResult> {
  return probe(port, user, () => true)
}

function probe(port: number, user: string, isAnswer: (first: string) => boolean): Promise<ProbeResult> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write(startUpMessage(user)))
    socket.setTimeout(answerWithinMs, () => socket.destroy())
    socket.once('data', answer => {
      resolve(isAnswer(answer.toString('latin1', 0, 1)) ? 'answers' : 'silent')
      socket.destroy()
    })
    socket.once('error', error => resolve(failedProbe(error)))
    socket.once('close', () => resolve('silent'))
  })
}

/** Builds a StartupMessage. See "Message Formats" in Postgres's protocol documentation. */
function startUpMessage(user: string): Buffer {
  const parameters = Buffer.from(`user\0${user}\0database\0postgres\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(head.length + parameters.length, 0)
  head.writeInt32BE(protocolVersion, 4)
  return Buffer.concat([head, parameters])
}
