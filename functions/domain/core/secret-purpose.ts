/** What a secret is sealed for that is kept with an answer under an Idempotency-Key: IAM tells it from those in use by this word. */
export const storedResponsePurpose = "kept-answer";
