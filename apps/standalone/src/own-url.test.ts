import { expect, test } from 'vitest'
import { ownUrl } from './own-url.js'

test('prints an address that can be opened, for any HOST', () => {
  const urls: [host: string, url: string][] = [
    ['127.0.0.1', 'http://127.0.0.1:80'],
    ['0.0.0.0', 'http://127.0.0.1:80'],
    ['::', 'http://[::1]:80'],
    ['::1', 'http://[::1]:80'],
    ['fd00::2', 'http://[fd00::2]:80'],
    ['localhost', 'http://localhost:80'],
  ]
  for (const [host, url] of urls) {
    expect(ownUrl(host, 80)).toBe(url)
    expect(new URL(url).origin).toBe(url.replace(/:80$/, ''))
  }
})
