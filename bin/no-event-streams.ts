/** Stands in for the SDK's streams of events inside Lambda bundles: no operation that we call has one. */
export class EventStreamSerde {
  constructor() {
    throw new Error("no operation with a stream of events is called");
  }
}
