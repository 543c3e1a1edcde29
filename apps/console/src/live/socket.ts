import { openLiveEvents } from '@posthorn/contract'
import { readEvent, type SocketEvent } from './events.js'

const firstWaitMs = 500
const longestWaitMs = 10_000
/** Browsers can't see the server's pings, so the page sends its own. Without a response, the connection is dead. */
const pingEveryMs = 15_000

/** The server's close code for connections without a session. */
const noSession = 1008

export type SocketListener = {
  /** Called after `hello`, also after a reconnection. */
  onOpen: () => void
  onEvent: (event: SocketEvent) => void
  /** Called when the connection is lost, and when an attempt fails. */
  onLost: (mayBeLoggedOut: boolean) => void
}

/** Keeps a WebSocket open until the returned function is called. */
export function keepSocket(listener: SocketListener): () => void {
  let socket: WebSocket | undefined
  let attempts = 0
  let waiting: ReturnType<typeof setTimeout> | undefined
  let ended = false

  const open = () => {
    clearTimeout(waiting)
    const path = openLiveEvents.route.replace('GET ', '/api/v3')
    const next = new WebSocket(`${location.origin.replace('http', 'ws')}${path}`)
    socket = next
    const stopAsking = askWhetherAlive(next)
    next.onmessage = ({ data }) => {
      const event = readEvent(String(data))
      if (event?.event === 'hello') {
        attempts = 0
        listener.onOpen()
      } else if (event) listener.onEvent(event)
    }
    next.onclose = ({ code }) => {
      stopAsking()
      if (ended || socket !== next) return
      listener.onLost(attempts === 0 || code === noSession)
      waiting = setTimeout(open, Math.min(firstWaitMs * 2 ** attempts++, longestWaitMs))
    }
  }
  const atOnce = () => {
    if (!ended && socket?.readyState === WebSocket.CLOSED) open()
  }
  open()
  window.addEventListener('online', atOnce)
  window.addEventListener('focus', atOnce)
  return () => {
    ended = true
    clearTimeout(waiting)
    window.removeEventListener('online', atOnce)
    window.removeEventListener('focus', atOnce)
    socket?.close()
  }
}

/** Closes a socket whose server has gone silent. */
function askWhetherAlive(socket: WebSocket): () => void {
  let seq = 0
  let answered = true
  socket.addEventListener('message', () => {
    answered = true
  })
  const asking = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return
    if (!answered) return abandon(socket)
    answered = false
    socket.send(JSON.stringify({ seq: ++seq, action: 'ping' }))
  }, pingEveryMs)
  return () => clearInterval(asking)
}

/** On a dead connection, `close` would wait for the server. */
function abandon(socket: WebSocket): void {
  const { onclose } = socket
  socket.onclose = null
  socket.close()
  onclose?.call(socket, new CloseEvent('close'))
}
