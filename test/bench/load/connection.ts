import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One kept-alive HTTP connection, with one call under way at most. */
export type Connection = {
  /** Resolves to the answer's status. */
  post: (body: string) => Promise<number>
  close: () => void
}

type Waiting = { resolve: (status: number) => void; reject: (error: Error) => void }

/**
 * HTTP as plainly as it can be spoken, so that the sender takes little of the processor that it shares with what is
 * measured.
 *
 * @param url of a server that tells the length of its answers
 */
export async function openConnection(url: URL): Promise<Connection> {
  const socket = connect(Number(url.port), url.hostname).setNoDelay(true).setEncoding('latin1')
  await once(socket, 'connect')
  const head = `POST ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/json\r\n`
  const wait = answersOf(socket)
  return {
    post: body => {
      const answer = wait()
      socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
      return answer
    },
    close: () => socket.destroy(),
  }
}

function answersOf(socket: Socket): () => Promise<number> {
  let waiting: Waiting | undefined
  let received = ''
  const fail = (error: Error) => waiting?.reject(error)
  socket
    .on('error', fail)
    .on('close', () => fail(new Error('the server closed a connection with a call under way')))
  socket.on('data', (chunk: string) => {
    received += chunk
    const status = statusOf(received)
    if (status === undefined) return
    received = ''
    waiting?.resolve(status)
  })
  return () =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject }
    })
}

/** The status of an answer; undefined while it is not whole, 0 when it does not tell its length. */
export function statusOf(answer: string): number | undefined {
  const headEnd = answer.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(answer.slice(0, headEnd)) ?? []
  if (length === undefined) return 0
  return answer.length < headEnd + 4 + Number(length) ? undefined : Number(answer.slice(9, 12))
}
