internal import AudioSession
internal import Foundation
internal import PhoneRuntime
internal import Realtime

/// The actions that an app's delegate is asked to perform.
extension CallDirectory {
  /// Notes a transaction that the app requests, so that its delegate receives the same actions.
  func expect(_ transaction: CXTransaction) {
    state.withLock { state in
      state.transactions.append(transaction)
      state.expected += transaction.actions.compactMap { $0 as? CXCallAction }
    }
  }

  /// Forgets actions that are not performed.
  func withdraw(_ actions: ArraySlice<CXCallAction>) {
    state.withLock { state in
      state.expected.removeAll { action in actions.contains { $0 === action } }
      state.transactions.removeAll { transaction in
        transaction.actions.contains { action in actions.contains { $0 === action } }
      }
    }
  }

  /// Takes the action that the app has requested for a call; nil if the user or the system requests the action.
  func requested<Action: CXCallAction>(
    _: Action.Type = Action.self, of uuid: UUID, where fits: (Action) -> Bool = { _ in true }
  ) -> Action? {
    state.withLock { state in
      let place = state.expected.firstIndex { action in
        action.callUUID == uuid && ((action as? Action).map(fits) ?? false)
      }
      return place.flatMap { state.expected.remove(at: $0) as? Action }
    }
  }

  /// The transactions with incomplete actions.
  var pendingTransactions: [CXTransaction] {
    state.withLock { state in
      state.transactions.removeAll(where: \.isComplete)
      return state.transactions
    }
  }

  /// Asks the delegate to perform an action, and ends it when its time is over.
  func ask(_ action: CXCallAction, of app: SimulatedApp) {
    guard hasProvider else { return }
    let transaction = state.withLock { state in
      state.expected.removeAll { $0 === action }
      state.transactions.removeAll(where: \.isComplete)
      if let known = state.transactions.first(where: { $0.actions.contains { $0 === action } }) {
        return known
      }
      let new = CXTransaction(action: action)
      state.transactions.append(new)
      return new
    }
    notify(of: app) { delegate, provider in
      if !transaction.isHandled(by: delegate, of: provider) {
        delegate.perform(action, of: provider)
      }
    }
    let due = app.runtime.now + PhoneTime(seconds: CXAction.timeoutSeconds)
    _ = app.binding.notifications.alarms.add(at: due) { [weak app] in
      if let app { self.timeOut(action, of: app) }
    }
  }

  /// Ends an action that the delegate has neither fulfilled nor failed.
  ///
  /// Source: page of `provider(_:timedOutPerforming:)`: "Depending on the action, a timeout may also force the call to
  /// end." In the report that `CXAction` names, the call of such an action ends as if the user had hung up.
  private func timeOut(_ action: CXCallAction, of app: SimulatedApp) {
    guard app.lifecycle.isRunning, let undo = action.timeOut() else { return }
    notify(of: app) { $0.provider($1, timedOutPerforming: action) }
    guard action is CXStartCallAction || action is CXAnswerCallAction else { return undo() }
    if let phase = presentPhase(of: action.callUUID, in: app) {
      _ = try? app.runtime.perform(.phone(.callEnded(of: phase)))
    }
  }

  /// Drops what a process has requested when it has ended.
  func forgetActions() {
    state.withLock { state in
      state.expected = []
      state.transactions = []
    }
  }
}

extension CXProviderDelegate {
  /// Calls the method for an action.
  fileprivate func perform(_ action: CXCallAction, of provider: CXProvider) {
    switch action {
    case let action as CXStartCallAction: self.provider(provider, perform: action)
    case let action as CXAnswerCallAction: self.provider(provider, perform: action)
    case let action as CXEndCallAction: self.provider(provider, perform: action)
    case let action as CXSetHeldCallAction: self.provider(provider, perform: action)
    case let action as CXSetMutedCallAction: self.provider(provider, perform: action)
    case let action as CXPlayDTMFCallAction: self.provider(provider, perform: action)
    case let action as CXSetGroupCallAction: self.provider(provider, perform: action)
    default: action.leave()
    }
  }
}
