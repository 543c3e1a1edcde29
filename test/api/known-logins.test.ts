import { hashPassword } from '@posthorn/api'
import { saveSettings } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { expect, test, vi } from 'vitest'
import { password } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startApi } from './start-api.js'

/** Allows for guesses that each need tens of milliseconds of CPU on a busy machine. */
vi.setConfig({ testTimeout: 240_000 })

/** Sets the number of guesses; measure with `GUESSES=32000`. */
const guesses = Number(process.env.GUESSES ?? 1_000)
const people = Array.from({ length: 45 }, (_, number) => ({
  username: `person-${number}`,
  address: `192.0.2.${number}`,
}))

/** Creates users with an address each, and a way to log in from any address. */
async function start() {
  const api = await startApi()
  const passwordHash = await hashPassword(password)
  const [createAt, updateAt] = [Date.now(), Date.now()]
  await api.db.user.createMany({
    data: people.map(({ username }) => {
      return { id: newId(), createAt, updateAt, username, email: `${username}@localhost`, passwordHash }
    }),
  })
  const logIn = async (login_id: string, address: string, guess = password) => {
    const body = JSON.stringify({ login_id, password: guess })
    return (await api.post('/users/login', body, { 'x-forwarded-for': address })).statusCode
  }
  await saveSettings(api.db, { RequireTeamNameAtLogin: false })
  await eventually(async () => expect(await logIn('nobody', '192.0.2.99')).toBe(401))
  return { ...api, logIn }
}

type LogIn = Awaited<ReturnType<typeof start>>['logIn']

/** Sends concurrent wrong guesses, each from its own address. @returns the count of each status */
async function guessFromEverywhere(logIn: LogIn): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  const all: Promise<void>[] = []
  const guess = async (number: number) => {
    const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
    const status = await logIn(people[number % 45]?.username ?? '', address, 'guess')
    counts[status] = (counts[status] ?? 0) + 1
  }
  for (let number = 0; number < guesses; number++) {
    if (number % 20 === 0) await new Promise(setImmediate) // a network delivers them in groups as well
    all.push(guess(number))
  }
  await Promise.all(all)
  return counts
}

test('a user can log in from a known address while a thousand addresses guess, and strangers are not shut out', async () => {
  const { logIn } = await start()
  for (const { username, address } of people) expect(await logIn(username, address)).toBe(200)
  const guessed = guessFromEverywhere(logIn)
  const began = performance.now()
  const known = await Promise.all(people.map(({ username, address }) => logIn(username, address)))
  const took = performance.now() - began
  const counts = await guessed
  if (process.env.GUESSES) process.stdout.write(`${JSON.stringify({ known, took, counts })}\n`)
  expect(known).toEqual(people.map(() => 200))
  expect(counts[401]).toBeGreaterThanOrEqual(64)
})
