import { renderMarkdown } from '@posthorn/core'
import { newId } from '@posthorn/server'
import { Worker } from 'bullmq'
import pg from 'pg'

/** The naive pipeline's second half: each job is one prepared `INSERT`. */
const { DATABASE_URL, REDIS_URL = '' } = process.env
const concurrency = 8
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: concurrency })
const found = await pool.query("SELECT id, creator_id FROM channels WHERE name = 'town-square'")
const { id: channelId, creator_id: userId } = found.rows[0]
const text = `INSERT INTO posts (id, create_at, update_at, user_id, channel_id, message, html, html_version, props)
  VALUES ($1, $2, $2, $3, $4, $5, $6, 1, '{}')`

async function post(message: string): Promise<void> {
  const values = [newId(), Date.now(), userId, channelId, message, renderMarkdown(message)]
  await pool.query({ name: 'insert', text, values })
}

const connection = { url: REDIS_URL, maxRetriesPerRequest: null }
const worker = new Worker('naive', ({ data }) => post(data.text), { connection, concurrency })
await worker.waitUntilReady()
process.send?.('ready')
