import { StartupError } from '../../startup-error.js'
import type { PrintLine } from '../process/service.js'
import { findOnPath, isRecent, oldestMajor, type RedisBinary } from './binary.js'
import { unpackedRedis } from './package.js'

/**
 * Returns a Redis or Valkey of version 7 or later: from the PATH, else unpacked from the distribution's packages.
 *
 * @throws StartupError if there is none.
 */
export async function findRedis(cacheDir: string, log: PrintLine): Promise<RedisBinary> {
  const onPath = ['redis-server', 'valkey-server'].flatMap(findOnPath).map(command => ({ command }))
  const usable = onPath.find(isRecent) ?? (await unpackedRedis(cacheDir, log))
  if (usable !== undefined && isRecent(usable)) return usable
  const found = onPath[0] === undefined ? '' : ` (${onPath[0].command} is older)`
  throw new StartupError(
    `Posthorn needs Redis ${oldestMajor} or later${found}. Install redis-server or valkey-server, or set REDIS_URL=redis://…`,
  )
}
