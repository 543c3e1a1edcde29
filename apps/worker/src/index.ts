export { openWorker, type RunningWorker, type WorkerOptions } from './worker.js'
