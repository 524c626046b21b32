export { serveHttps } from './serve-https.ts';
