import { readFileSync } from 'node:fs'

const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

/** This build's version, sent in responses as `X-Version-Id`. All workspaces share it. */
export const versionId = manifest.version
