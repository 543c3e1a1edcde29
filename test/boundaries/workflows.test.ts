import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = '.github/workflows'
const used = readdirSync(folder).flatMap(file =>
  [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/\buses: (.*)$/gm)].map(([, action = '']) => action),
)

test('pins every action by commit, with its version', () => {
  expect(used.length).toBeGreaterThan(5)
  expect(used.filter(action => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
})

test('the development container uses the image of the Dockerfile', () => {
  const image = /node:\S+@sha256:[0-9a-f]{64}/
  const [ours] = image.exec(readFileSync('Dockerfile', 'utf8')) ?? []
  const [theirs] = image.exec(readFileSync('.devcontainer/Dockerfile', 'utf8')) ?? []
  expect(theirs).toBe(ours)
})
