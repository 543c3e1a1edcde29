import pg from 'pg'
import { readDbUrl } from './db-url.js'

const connectionTimeoutMillis = 10_000

/** Opens one connection. Prevents a hang if the server accepts the connection but never responds. */
export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: readDbUrl(url).url, connectionTimeoutMillis })
  await client.connect().catch((error: Error) => {
    if (error.message !== 'timeout expired') throw error
    throw new Error(`no answer within ${connectionTimeoutMillis / 1000} s`, { cause: error })
  })
  return client
}
