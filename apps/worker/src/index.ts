export { openWorker, type WorkerOptions } from './worker.js'
