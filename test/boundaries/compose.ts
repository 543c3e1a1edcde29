import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8')

/** What the tests look at; a service of ours has `build` in place of `image`. */
export type ComposeService = {
  image?: string
  build?: string
  user?: string
  command?: string[]
  healthcheck?: { test: string[] }
  cap_drop?: string[]
  security_opt?: string[]
  read_only?: boolean
  deploy?: { resources?: { limits?: { memory?: string; pids?: number } } }
}

/** By name, with everything merged in that the file writes once. */
export const services: Record<string, ComposeService> = parse(read('docker-compose.yml'), {
  merge: true,
}).services

export const dockerfile = read('Dockerfile')
