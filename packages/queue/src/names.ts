/** Every key of Posthorn in Redis begins with this prefix. Each test uses a prefix of its own. */
export const defaultPrefix = 'posthorn'

/** The queue of the shared lane. */
export const queueName = 'deliveries'
/**
 * The queue of the flood lane: a separate one, so that floods never occupy the workers of the shared lane.
 */
export const floodName = 'flood'

/** The name of a producer's job. Jobs of batches that were taken apart have another. */
export const batchName = 'batch'

/** Batches never count as failed, leave nothing behind when done, and back off after each failure. */
export const batchOptions = {
  attempts: Number.MAX_SAFE_INTEGER, // Infinity makes the add fail
  backoff: { type: 'custom' },
  removeOnComplete: true,
  removeOnFail: false,
}

/**
 * The maximum number of deliveries in a job. A longer batch would take a worker longer than its lock lasts.
 */
export const maxDeliveriesPerBatch = 500
