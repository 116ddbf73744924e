print("gaitway")
