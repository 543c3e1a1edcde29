import { connect } from 'node:net'

const answerWithinMs = 2_000
const protocolVersion = 3 << 16

/**
 * Whether a Postgres on this port of 127.0.0.1 asks for a password: the first byte of its answer to a start-up
 * message is then `R`. While it starts or recovers it refuses the connection or says `E` (57P03).
 */
export async function acceptsLogins(port: number, user: string): Promise<boolean> {
  return (await firstOfAnswer(port, user)) === 'R'
}

/** The first character of its answer; none when there is no Postgres, or when it is silent for two seconds. */
export function firstOfAnswer(port: number, user: string): Promise<string> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write(startUpMessage(user)))
    socket.setTimeout(answerWithinMs, () => socket.destroy())
    socket.once('data', answer => {
      resolve(answer.toString('latin1', 0, 1))
      socket.destroy()
    })
    socket.once('error', () => resolve(''))
    socket.once('close', () => resolve(''))
  })
}

/** See "Message Formats", StartupMessage, in Postgres's documentation of its protocol. */
function startUpMessage(user: string): Buffer {
  const parameters = Buffer.from(`user\0${user}\0database\0postgres\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(head.length + parameters.length, 0)
  head.writeInt32BE(protocolVersion, 4)
  return Buffer.concat([head, parameters])
}
