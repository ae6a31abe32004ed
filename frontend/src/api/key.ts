/**
 * A random key for an `Idempotency-Key`: 128 bits in hexadecimal. `crypto.randomUUID` would do, but browsers have it on
 * secure origins only, and an installation inside a company is often reached by plain http.
 */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
