import { parentPort } from 'node:worker_threads'
import { judge, type UnreadCall } from '../judge.js'

/** The thread of `body-reader.ts`: answers each body with what it says. */
parentPort?.on('message', (call: UnreadCall) => parentPort?.postMessage(judge(call)))
