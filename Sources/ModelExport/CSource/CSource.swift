internal import ActivityRecognition
struct CSource { let text = ""; init(_ model: CaseModel, name: String) {} }
