import { connect } from 'node:net'

const answerWithinMs = 2_000

/** Whether the Redis on this port of 127.0.0.1 is ours (it knows the password) and done with loading its data. */
export async function answersPing(port: number, password: string): Promise<boolean> {
  return (await answerToPing(port, password)).startsWith('+OK\r\n+PONG\r\n')
}

/** What it says; nothing when there is none, or when it is silent for two seconds. */
export function answerToPing(port: number, password: string): Promise<string> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`AUTH ${password}\r\nPING\r\n`))
    let answer = ''
    socket.setTimeout(answerWithinMs, () => socket.destroy())
    socket.setEncoding('latin1').on('data', (part: string) => {
      answer += part
      if (answer.split('\r\n').length > 2) socket.destroy() // +OK, then +PONG or -LOADING
    })
    socket.once('error', () => resolve(''))
    socket.once('close', () => resolve(answer))
  })
}
