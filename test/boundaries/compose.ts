import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8')

/** The tested fields of a service. Our own services have `build` in place of `image`. */
export type ComposeService = {
  image?: string
  build?: string
  user?: string
  entrypoint?: string[]
  command?: string[]
  volumes?: string[]
  profiles?: string[]
  healthcheck?: { test: string[] }
  cap_drop?: string[]
  security_opt?: string[]
  read_only?: boolean
  deploy?: { resources?: { limits?: { memory?: string; pids?: number } } }
}

/** Services by name, with the file's shared parts merged in. */
export const services: Record<string, ComposeService> = parse(read('docker-compose.yml'), {
  merge: true,
}).services

export const dockerfile = read('Dockerfile')

/** Expands a command like compose: fills in defaults and turns `$$` into one dollar. */
export function asRead(command: string[]): string[] {
  return command.map(part => part.replaceAll(/\$\{\w+:-(\w*)\}/g, '$1').replaceAll('$$', '$'))
}
