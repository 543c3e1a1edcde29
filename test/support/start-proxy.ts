import { onTestFinished } from 'vitest'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.js'

/** Starts a proxy in front of a server. It ends with the test. */
export async function startProxy(serverUrl: string): Promise<TcpProxy> {
  const proxy = await openTcpProxy(serverUrl)
  onTestFinished(proxy.cut)
  return proxy
}
