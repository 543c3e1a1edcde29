import { connect, type Socket } from 'node:net'
import { failedProbe, type ProbeResult } from '../process/probe.js'

const answerWithinMs = 2_000

/** Whether the Redis on this port of 127.0.0.1 is ours (it knows the password) and has loaded its data. */
export async function answersPing(port: number, password: string): Promise<ProbeResult> {
  const socket = openTo(port, password)
  const response = await ping(socket)
  socket.destroy()
  if (response === 'silent' || response === 'unknown') return response
  return response.startsWith('+OK\r\n+PONG\r\n') ? 'answers' : 'silent'
}

/**
 * Probes a Redis over one persistent connection, so that a probe costs almost nothing and no descriptor. Any response
 * counts.
 */
export function keptConnectionProbe(port: number, password: string): () => Promise<ProbeResult> {
  let kept: Socket | undefined
  return async () => {
    if (kept === undefined || kept.destroyed || kept.readableEnded) {
      kept = openTo(port, password)
      kept.unref()
    }
    const response = await ping(kept)
    if (response !== 'silent' && response !== 'unknown') return 'answers'
    kept.destroy()
    return response
  }
}

function openTo(port: number, password: string): Socket {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  socket.on('error', () => {}) // the current probe reports it
  socket.write(`AUTH ${password}\r\n`)
  return socket
}

/** Returns the response to PING: `+PONG`, or an error such as `-LOADING`. */
function ping(socket: Socket): Promise<string> {
  return new Promise(resolve => {
    let response = ''
    const end = (answer: string) => {
      clearTimeout(patience)
      socket.off('data', onData).off('error', fail).off('close', close)
      resolve(answer)
    }
    const onData = (part: string) => {
      response += part
      if (/^(\+PONG|-.*)\r\n/m.test(response)) end(response)
    }
    const fail = (error: Error) => end(failedProbe(error))
    const close = () => end('silent')
    const patience = setTimeout(close, answerWithinMs)
    socket.on('data', onData).on('error', fail).on('close', close)
    socket.write('PING\r\n')
  })
}
