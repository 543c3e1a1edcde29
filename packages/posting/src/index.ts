export { openPosting, type Posting, type PostingOptions } from './posting.js'
