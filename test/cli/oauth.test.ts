import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { runCommand, startCli } from './start-cli.js'

/** Logs in like a user who allows the app in the browser. Returns the page that the browser ends at. */
async function logInByBrowser(
  { startPosthorn, serverUrl, loggedIn }: Awaited<ReturnType<typeof startCli>>,
  clientId: string,
): Promise<{ code: number; page: string }> {
  const args = ['login', serverUrl, '--oauth', '--client-id', clientId, '--profile', 'app']
  const { warned, ended } = startPosthorn(args, {})
  await eventually(() => expect(warned()).toContain('/oauth/authorize?'))
  const { searchParams } = new URL(/http\S+/.exec(warned())?.[0] ?? '')
  expect(searchParams.get('code_challenge_method')).toBe('S256')
  const headers = { authorization: `Bearer ${loggedIn.POSTHORN_TOKEN}`, 'content-type': 'application/json' }
  const body = JSON.stringify(Object.fromEntries(searchParams))
  const allowed = await fetch(`${serverUrl}/oauth/authorize`, { method: 'POST', headers, body })
  const { redirect } = (await allowed.json()) as { redirect: string }
  const forged = await fetch(redirect.replace(/state=[^&]+/, 'state=forged'))
  expect(forged.status).toBe(404)
  const page = await (await fetch(redirect)).text()
  return { code: await ended, page }
}

test('a user logs in through the browser with PKCE, two programs refresh the token once, and a logout revokes it', async () => {
  const cli = await startCli()
  const { posthorn, home, env, db } = cli
  await posthorn(['settings', 'set', 'EnableOAuthServiceProvider', 'true'])
  const { id } = JSON.parse((await posthorn(['apps', 'create', '--cli', '--json'])).stdout)
  const { code, page } = await logInByBrowser(cli, id)
  expect([code, page]).toEqual([0, 'You can close this page and return to the terminal.'])

  const file = join(home, 'config/posthorn/credentials.json')
  const saved = JSON.parse(readFileSync(file, 'utf8'))
  saved.profiles.app.oauth.expires_at = 0
  writeFileSync(file, JSON.stringify(saved))
  const run = (name: string) => runCommand([join(home, 'bin/posthorn'), name, '--quiet'], { env })
  const both = await Promise.all([run('whoami'), run('whoami')])
  expect(both.map(({ stdout }) => stdout)).toEqual(['admin\n', 'admin\n'])
  expect(JSON.parse(readFileSync(file, 'utf8')).profiles.app.token).not.toBe(saved.profiles.app.token)
  const before = await db.session.count()
  await run('logout')
  expect(await db.session.count()).toBeLessThan(before)
})
